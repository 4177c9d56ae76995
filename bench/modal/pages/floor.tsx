import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { randomUri } from './randomUri.ts'

/** The floor under every modal: React, a QR encoder that loads on the click, and a URI of random bytes. */
function Page() {
  const [code, setCode] = useState<ReactNode>()
  const open = async () => {
    const { FloorCode } = await import('./FloorCode.tsx')
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
