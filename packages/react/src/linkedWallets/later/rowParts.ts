// These components are fetched together, after the list is rendered: no visitor can use them earlier.
export { LastChange } from './LastChange.tsx'
export { RowMore } from './RowMore.tsx'
