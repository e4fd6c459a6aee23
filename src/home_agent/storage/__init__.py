"""What is kept on disk between runs, and who may write it.

`store_file` opens the database, or sets a damaged one aside; `home_store` shows one home its own
plans in a store that several share; `local` is what a chat can keep on this machine; `lock` lets
one program at a time see to what is planned in a home.
"""
