import '@hawser/react/button.css'
import './page.css'
import { LinkerProvider } from '@hawser/react'
import { createRoot, type Root } from 'react-dom/client'
import { App } from './App.tsx'
import { createPageLinker, keepsSessions } from './createPageLinker.ts'
import { createHostClient } from './hostClient.ts'
import type { HostMessages } from './messages/en.ts'
import {
  directionOf,
  keepPageLocale,
  loadHostMessages,
  type PageLocale,
  readPageLocale,
} from './messages/pageLocale.ts'
import { loadPageData } from './pageData.ts'
import { Unreachable } from './Unreachable.tsx'

/** Each visitor gets a page of their own. */
let pageKey = 0

/** Shows the page once its server has said who the visitor is. */
async function show(root: Root, takesFocus: boolean): Promise<void> {
  const locale = readPageLocale()
  const [loaded, texts] = await Promise.all([
    loadPageData().catch((error: unknown) => ({ error })),
    loadLanguage(locale),
  ])
  if ('error' in loaded) {
    console.error(loaded.error)
    root.render(<Unreachable texts={texts} onRetry={() => void show(root, takesFocus)} />)
    return
  }
  const pageData = loaded
  const linker = createPageLinker(pageData, keepsSessions())
  const client = createHostClient({ linkUrl: pageData.linkUrl })
  const onVisitorChanged = () => {
    // What the linker knows is the former visitor's.
    linker.stop()
    history.replaceState(null, '', '#wallets')
    void show(root, true)
  }
  pageKey += 1
  const key = pageKey
  const render = (shown: PageLocale, shownTexts: HostMessages) =>
    root.render(
      <LinkerProvider key={key} linker={linker} locale={shown} loadStyles={() => import('@hawser/react/modal.css')}>
        <App
          pageData={pageData}
          client={client}
          texts={shownTexts}
          locale={shown}
          keepsSessions={keepsSessions()}
          takesFocus={takesFocus}
          onVisitorChanged={onVisitorChanged}
          onLocaleChosen={(chosen) => {
            keepPageLocale(chosen)
            void loadLanguage(chosen).then((next) => render(chosen, next))
          }}
        />
      </LinkerProvider>,
    )
  render(locale, texts)
}

/** The texts of a language, which the whole page then goes by: the modal too. */
async function loadLanguage(locale: PageLocale): Promise<HostMessages> {
  const texts = await loadHostMessages(locale)
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
  return texts
}

const container = document.getElementById('root')
if (container !== null) void show(createRoot(container), false)
