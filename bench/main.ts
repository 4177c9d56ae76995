// `npm run bench` compares the modal with its peers; with `--growth` it measures how the cost of all parts grows with work.
if (process.argv.includes('--growth')) await import('./growth/main.ts')
else await import('./modal/main.ts')

export {}
