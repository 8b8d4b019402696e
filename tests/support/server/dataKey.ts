import { parseDataKeys } from '../../../src/server/kit/storage/encryption/dataKeys.ts'

/** Key of the data at rest for servers of the tests: several processes and this one open the same databases. */
export const TEST_DATA_KEY = Buffer.alloc(32, 'placard').toString('base64')

export const TEST_DATA_KEYS = { keys: parseDataKeys(TEST_DATA_KEY, 'the tests'), source: 'the tests' }
