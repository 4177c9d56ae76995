import '@hawser/react/styles.css'
import '@hawser/react/classic.css'
import '@hawser/react/linked-wallets.css'
import '@hawser/react/sessions.css'
import { LinkButton, LinkerProvider, type LinkerProviderProps, matchLocale } from '@hawser/react'
import { LinkedWallets } from '@hawser/react/linked-wallets'
import { Sessions } from '@hawser/react/sessions'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { classicStates } from '../../../../packages/react/src/classic/classicStates.fixture.ts'
import { linkedWalletsStates } from '../../../../packages/react/src/linkedWallets/linkedWalletsStates.fixture.ts'
import { closed, createScriptedLinker, galleryStates } from '../../../../packages/react/src/linkerStates.fixture.ts'
import { sessionsStates } from '../../../../packages/react/src/sessions/sessionsStates.fixture.ts'
import { listOf } from '../../../gallery/choice.ts'
import { pseudoMessages } from './pseudoMessages.ts'

// The real modal over a linker of fixed states. The test selects the state through `window.states`; `?lang=` is the page's
// language.
const params = new URLSearchParams(location.search)
document.documentElement.lang = params.get('lang') ?? ''

const all = { ...galleryStates, ...classicStates, ...linkedWalletsStates, ...sessionsStates }
const linker = createScriptedLinker(closed)

type Texts = Pick<LinkerProviderProps, 'locale' | 'messages'>

function Page() {
  const [texts, setTexts] = useState<Texts>({})
  const [list, setList] = useState<ReturnType<typeof listOf>>()
  Reflect.set(window, 'states', {
    names: Object.keys(all),
    show(name: string) {
      const state = all[name] ?? closed
      setList(listOf(state))
      linker.show(state)
    },
    speak: (name: string) =>
      setTexts(
        name.startsWith('pseudo-')
          ? { messages: pseudoMessages(name === 'pseudo-rtl' ? 'rtl' : 'ltr') }
          : { locale: matchLocale([name]) },
      ),
  })
  return (
    <LinkerProvider linker={linker} {...texts}>
      <LinkButton />
      {list === 'sessions' && <Sessions />}
      {list === 'linked' && <LinkedWallets />}
    </LinkerProvider>
  )
}

const container = document.getElementById('root')
if (container !== null) createRoot(container).render(<Page />)
