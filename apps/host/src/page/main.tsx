import '@hawser/react/button.css'
import '@hawser/react/linked-wallets.css'
import './page.css'
import { LinkerProvider } from '@hawser/react'
import { createRoot, type Root } from 'react-dom/client'
import { App, Unreachable } from './App.tsx'
import { createHostClient } from './client/hostClient.ts'
import { loadPageData } from './client/pageData.ts'
import { createPageLinker, keepsSessions } from './linker/createPageLinker.ts'
import { createStepUp } from './linker/createStepUp.ts'
import { whenClosed } from './linker/whenClosed.ts'
import { directionOf, keepPageLocale, loadHostMessages, type PageTexts, readPageLocale } from './texts/pageLocale.ts'

/** The React key of the page, so that each visitor gets a new page. */
let pageKey = 0

/** Shows the page once its server has sent the visitor's data. */
async function show(root: Root, takesFocus: boolean): Promise<void> {
  let wanted = readPageLocale()
  const [loaded, first] = await Promise.all([
    loadPageData().catch((error: unknown) => ({ error })),
    loadHostMessages(wanted),
  ])
  if ('error' in loaded) {
    console.error(loaded.error)
    setLanguage(first)
    root.render(<Unreachable texts={first.texts} onRetry={() => void show(root, takesFocus)} />)
    return
  }
  const pageData = loaded
  const linker = createPageLinker(pageData, {
    keepSession: keepsSessions(),
    // The modal first shows that the sign-in is done.
    onSignedIn: () => whenClosed(linker, onVisitorChanged),
  })
  const stepUp = createStepUp({ linker, mayLinkForMs: pageData.mayLinkForMs })
  const client = createHostClient({ onVisitorGone: () => onVisitorChanged() })
  const onVisitorChanged = () => {
    // The linker's state belongs to the former visitor.
    linker.stop()
    history.replaceState(null, '', '#wallets')
    void show(root, true)
  }
  pageKey += 1
  const key = pageKey
  const render = (shown: PageTexts) => {
    setLanguage(shown)
    root.render(
      <LinkerProvider
        key={key}
        linker={stepUp.linker}
        locale={shown.locale}
        loadStyles={() => import('@hawser/react/modal.css')}
      >
        <App
          pageData={pageData}
          client={client}
          stepUp={stepUp}
          texts={shown.texts}
          locale={shown.locale}
          keepsSessions={keepsSessions()}
          takesFocus={takesFocus}
          onVisitorChanged={onVisitorChanged}
          onLocaleChosen={(chosen) => {
            keepPageLocale(chosen)
            wanted = chosen
            // A later choice can have loaded first.
            void loadHostMessages(chosen).then((next) => wanted === chosen && render(next))
          }}
        />
      </LinkerProvider>,
    )
  }
  render(first)
}

function setLanguage({ locale }: PageTexts): void {
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
}

const container = document.getElementById('root')
if (container !== null) void show(createRoot(container), false)
