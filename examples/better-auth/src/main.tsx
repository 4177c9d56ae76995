import { createLinker } from '@hawser/core'
import { LinkButton, LinkerProvider } from '@hawser/react'
import '@hawser/react/styles.css'
import { createAuthClient } from 'better-auth/react'
import { createRoot } from 'react-dom/client'

const { useSession, signUp, signOut } = createAuthClient()

const linker = createLinker({
  relay: { url: 'ws://localhost:4402' },
  registry: { url: 'http://localhost:4403' },
  link: { url: '/link' },
  chains: ['eip155:1'],
  metadata: { name: 'My app', description: '', icons: [] },
})

function register(form: FormData) {
  const [email, password] = [`${form.get('email')}`, `${form.get('password')}`]
  void signUp.email({ name: email, email, password })
}

function Account() {
  const { data, isPending } = useSession()
  if (isPending) return <p>One moment…</p>
  if (data === null)
    return (
      <form action={register}>
        <label>
          Email <input name="email" type="email" autoComplete="username" required />
        </label>
        <label>
          Password <input name="password" type="password" autoComplete="new-password" minLength={8} required />
        </label>
        <button type="submit">Sign up</button>
      </form>
    )
  return (
    <>
      <p>Signed in as {data.user.email}</p>
      <LinkerProvider linker={linker}>
        <LinkButton />
      </LinkerProvider>
      <button type="button" onClick={() => void signOut()}>
        Sign out
      </button>
    </>
  )
}

createRoot(document.getElementById('root')!).render(
  <main>
    <h1>My app</h1>
    <Account />
  </main>,
)
