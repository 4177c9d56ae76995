/** Stands for the host app's own sessions. */
export function readSession(request: Request): { id: string; label: string } | undefined {
  const id = /(?:^|; )user=([a-z]+)/.exec(request.headers.get('cookie') ?? '')?.[1]
  return id === undefined ? undefined : { id, label: `${id}@app.example` }
}
