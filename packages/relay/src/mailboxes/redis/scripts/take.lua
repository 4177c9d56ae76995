-- ARGV: at, then a member of `taken` and its expiry for each message.
for _, account in ipairs(accountsAt(1)) do
  for first = 2, #ARGV, 2 do take(account, ARGV[first], tonumber(ARGV[first + 1])) end
end
return 'OK'
