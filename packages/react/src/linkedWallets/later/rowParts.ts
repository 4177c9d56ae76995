// These components are fetched together, after the list is rendered: no visitor can use them earlier.
export { ChangeAnnouncement } from './ChangeAnnouncement.tsx'
export { RowMore } from './RowMore.tsx'
