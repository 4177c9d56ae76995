-- ARGV: at, then the members to release.
for _, account in ipairs(accountsAt(1)) do
  for index = 2, #ARGV do release(account, ARGV[index]) end
end
return 'OK'
