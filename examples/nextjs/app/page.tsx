import { LinkWallet } from './LinkWallet'

export default function Page() {
  return (
    <main>
      <h1>My app</h1>
      <LinkWallet />
    </main>
  )
}
