/** There is one owner until accounts exist. */
export const LOCAL_OWNER = 'local'
