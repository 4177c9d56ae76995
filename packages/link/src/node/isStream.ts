/** Whether an answer goes on for a while, so that nobody is to wait for its end before it is sent. */
export function isStream(answer: Response): boolean {
  return answer.headers.get('content-type') === 'text/event-stream'
}
