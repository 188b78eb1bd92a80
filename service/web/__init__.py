"""Pages for people and for operators; none of them needs anything from another host."""
