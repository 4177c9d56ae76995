// On a busy machine a chunk that the page fetches on demand takes longer than Testing Library's default of one second.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: process.env.HAWSER_NIGHTLY === '1' ? 100_000 : 20_000 })
  // Testing Library sets this only in the first file of a process, because it is imported once.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
}

export {}
