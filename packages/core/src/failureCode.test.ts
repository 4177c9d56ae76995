import type { CodesOf } from '@hawser/wire'
import { expect, expectTypeOf, test } from 'vitest'
import * as errors from './errors.ts'
import type { CoreErrorCode, FailureCode } from './failureCode.ts'
import * as ofFlow from './flow/errors.ts'
import * as ofPlatform from './platform/errors.ts'

type Codes = CodesOf<typeof errors> | CodesOf<typeof ofFlow> | CodesOf<typeof ofPlatform>

test('CoreErrorCode: has the code of each error of core, and no other', () => {
  // The compiler compares the types. At run time, this test only shows that there are classes to compare.
  expectTypeOf<CoreErrorCode>().toEqualTypeOf<Codes>()
  expectTypeOf<CoreErrorCode>().toExtend<FailureCode>()
  for (const module of [errors, ofFlow, ofPlatform]) expect(Object.keys(module).length).toBeGreaterThan(2)
})
