/** Room of the connections that have subscribed to the messages to a user. */
export const inboxRoom = (userId: string): string => `inbox:${userId}`
/** Room of those that have subscribed with one session; messages are sent to it. */
export const inboxSessionRoom = (session: string): string => `${inboxRoom('')}session:${session}`
