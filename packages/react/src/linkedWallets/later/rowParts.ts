// Fetched together, after the list is drawn: nobody can use them before.
export { LastChange } from './LastChange.tsx'
export { RowMore } from './RowMore.tsx'
