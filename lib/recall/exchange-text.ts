/** An exchange as it is embedded and searched: its date belongs to what people ask by. `date`: as YYYY-MM-DD. */
export const exchangeText = ({
  date,
  user,
  assistant,
}: {
  date: string
  user: string
  assistant: string
}): string => `${date}\nUser: ${user}\nAssistant: ${assistant}`
