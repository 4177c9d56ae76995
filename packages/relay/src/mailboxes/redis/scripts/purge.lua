-- ARGV: at. Removes the expired messages of one topic, and returns their number.
return dropExpired(topicAt(1))
