// `npm run bench` compares the modal with its peers. With `--growth` it measures how the cost of each part grows with its work.
if (process.argv.includes('--growth')) await import('./growth/main.ts')
else await import('./modal/main.ts')

export {}
