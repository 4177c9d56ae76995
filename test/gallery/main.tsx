import '@hawser/react/styles.css'
import '@hawser/react/classic.css'
import '@hawser/react/linked-wallets.css'
import '@hawser/react/sessions.css'
import '@hawser/react/themes.css'
import './gallery.css'
import { createRoot } from 'react-dom/client'
import { parseChoice, states } from './choice.ts'
import { Overview } from './Overview.tsx'
import { ShownState, show } from './ShownState.tsx'

const choice = parseChoice(location.search)
Reflect.set(window, 'gallery', { names: Object.keys(states), show })
document.documentElement.dataset.theme = choice.theme
const container = document.getElementById('root')
if (container !== null) {
  createRoot(container).render(choice.state === '' ? <Overview choice={choice} /> : <ShownState first={choice} />)
}
