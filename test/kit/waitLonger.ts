// On a busy machine a part of the page that is fetched when it is needed takes more than Testing Library's one second.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: process.env.HAWSER_NIGHTLY === '1' ? 100_000 : 20_000 })
  // Testing Library says so to React in the first file of a process only: it is imported once.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
}

export {}
