/** Whether an answer is a stream, which must be sent before it has ended. */
export function isStream(answer: Response): boolean {
  return answer.headers.get('content-type') === 'text/event-stream'
}
