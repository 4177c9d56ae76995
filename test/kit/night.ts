/** Whether the long forms of the tests run: all combinations, more rounds, longer waits (`npm run test:nightly`). */
export const isNight = process.env.HAWSER_NIGHTLY === '1'
