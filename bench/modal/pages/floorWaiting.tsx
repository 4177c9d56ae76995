import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { randomUri } from './randomUri.ts'
import { readAddresses } from './readAddresses.ts'

/** The floor of a modal that draws only after the relay has answered twice, on a socket that opens before the click. */
const socket = new WebSocket(readAddresses().relayUrl)
const opened = new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))

async function answered(text: string): Promise<unknown> {
  await opened
  return new Promise((resolve) => {
    socket.addEventListener('message', resolve, { once: true })
    socket.send(text)
  })
}

function Page() {
  const [code, setCode] = useState<ReactNode>()
  const open = async () => {
    const drawing = import('./FloorCode.tsx')
    await answered('subscribe')
    await answered('publish')
    const { FloorCode } = await drawing
    setCode(<FloorCode uri={randomUri()} />)
  }
  return (
    <>
      <button type="button" onClick={() => void open()}>
        Link a wallet
      </button>
      {code}
    </>
  )
}

const container = document.getElementById('root')
if (container !== null) createRoot(container).render(<Page />)
