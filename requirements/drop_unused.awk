# Leaves the requirements out of a lock that no supported machine of the lock installs (see overrides.txt).
/^[a-zA-Z0-9]/ { keep = ($0 !~ /'never'/) }
keep
