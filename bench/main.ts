// `npm run bench` compares the modal with its peers; with `--growth` it measures how the cost of all parts grows with work.
await import(process.argv.includes('--growth') ? './growth/main.ts' : './modal/main.ts')

export {}
