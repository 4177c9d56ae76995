import '@hawser/react/button.css'
import './page.css'
import { LinkerProvider } from '@hawser/react'
import { createRoot, type Root } from 'react-dom/client'
import { App } from './App.tsx'
import { createPageLinker } from './createPageLinker.ts'
import { loadPageData } from './pageData.ts'
import { Unreachable } from './Unreachable.tsx'

/** Shows the page once its server has said who the visitor is. */
async function show(root: Root): Promise<void> {
  try {
    const pageData = await loadPageData()
    root.render(
      <LinkerProvider linker={createPageLinker(pageData)} loadStyles={() => import('@hawser/react/modal.css')}>
        <App pageData={pageData} />
      </LinkerProvider>,
    )
  } catch (error) {
    console.error(error)
    root.render(<Unreachable onRetry={() => void show(root)} />)
  }
}

const container = document.getElementById('root')
if (container !== null) void show(createRoot(container))
