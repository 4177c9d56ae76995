-- ARGV: at, then for each claim to release its member and its member of `taken`, or ''.
for _, account in ipairs(accountsAt(1)) do
  for first = 2, #ARGV, 2 do release(account, ARGV[first], ARGV[first + 1] ~= '' and ARGV[first + 1]) end
end
return 'OK'
