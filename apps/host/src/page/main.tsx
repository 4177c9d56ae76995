import '@hawser/react/button.css'
import './page.css'
import { LinkerProvider } from '@hawser/react'
import { createRoot, type Root } from 'react-dom/client'
import { App } from './App.tsx'
import { createPageLinker, keepsSessions } from './createPageLinker.ts'
import { loadPageData } from './pageData.ts'
import { Unreachable } from './Unreachable.tsx'

/** Shows the page once its server has said who the visitor is. */
async function show(root: Root): Promise<void> {
  try {
    const pageData = await loadPageData()
    root.render(
      <LinkerProvider
        linker={createPageLinker(pageData, keepsSessions())}
        loadStyles={() => import('@hawser/react/modal.css')}
      >
        <App pageData={pageData} keepsSessions={keepsSessions()} />
      </LinkerProvider>,
    )
  } catch (error) {
    console.error(error)
    root.render(<Unreachable onRetry={() => void show(root)} />)
  }
}

const container = document.getElementById('root')
if (container !== null) void show(createRoot(container))
