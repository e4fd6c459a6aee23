"""Gets from a bare machine to working environments, without a question.

Runs on any Python from 3.9 and needs nothing but its standard library: this is what installs the
rest. Everything it adds is inside the project, in the environments and in `.setup/`.
"""
