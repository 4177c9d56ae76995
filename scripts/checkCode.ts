// One process for both, because each reads the imports of every source.
import './check-imports.ts'
import './gauges.ts'
