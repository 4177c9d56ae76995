-- ARGV: at, then the members to release.
for index = 2, #ARGV do release(KEYS[1], KEYS[2], ARGV[index]) end
return 'OK'
