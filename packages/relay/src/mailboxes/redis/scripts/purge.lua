-- ARGV: at. Forgets what has expired of one topic, and returns how many messages that were.
return dropExpired(topicAt(1))
