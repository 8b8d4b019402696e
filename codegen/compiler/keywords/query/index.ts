import { fieldsOf } from '../../lower/readFields.ts'
import { allow } from './allow.ts'
import { call } from './call.ts'
import { debounceMs } from './debounceMs.ts'
import { empty } from './empty.ts'
import { emptyWhen } from './emptyWhen.ts'
import { enabled } from './enabled.ts'
import { error } from './error.ts'
import { loading } from './loading.ts'
import { payload } from './payload.ts'
import type { QueryKeyword } from './queryKeyword.ts'
import { refreshSeconds } from './refreshSeconds.ts'

/** In the order of evaluation: the scope of a keyword has what the keywords above it add. */
export const QUERY_KEYWORDS: readonly QueryKeyword[] = [
  call,
  enabled,
  payload,
  emptyWhen,
  refreshSeconds,
  debounceMs,
  loading,
  error,
  empty,
  allow,
]

export const QUERY_FIELDS = fieldsOf(QUERY_KEYWORDS)
