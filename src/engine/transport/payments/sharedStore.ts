import type { KeyStore } from './keyStore.ts'

/** Short texts shared between the pages of this site. Both methods reject where the browser stores nothing. */
export interface SharedStore {
  read(name: string): Promise<string | null>
  write(name: string, text: string): Promise<void>
}

const DATABASE = 'placard'
const STORE = 'marks'

/** For one page, or pages in one process: in other processes a write may become visible later than a lock released after it. */
export const localStorageStore = (store: KeyStore): SharedStore => ({
  read: async (name) => store.getItem(name),
  write: async (name, text) => store.setItem(name, text),
})

/** A completed write is visible to every later read, in any process. */
export function indexedDbStore(factory: IDBFactory): SharedStore {
  const open = async (): Promise<IDBDatabase> => {
    const request = factory.open(DATABASE, 1)
    request.addEventListener('upgradeneeded', () => void request.result.createObjectStore(STORE))
    return await requestResult(request)
  }

  async function use<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await open()
    try {
      const transaction = database.transaction(STORE, mode)
      const result = await requestResult(work(transaction.objectStore(STORE)))
      if (mode === 'readwrite') await committed(transaction)
      return result
    } finally {
      database.close()
    }
  }

  return {
    read: async (name) => ((await use('readonly', (store) => store.get(name))) as string | undefined) ?? null,
    write: async (name, text) => void (await use('readwrite', (store) => store.put(text, name))),
  }
}

const requestResult = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The database gave no answer.')))
  })

const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The database took nothing.')))
  })
