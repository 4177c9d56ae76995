// On a busy machine a part of the page that is fetched when it is needed takes more than Testing Library's one second.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 20_000 })
}

export {}
