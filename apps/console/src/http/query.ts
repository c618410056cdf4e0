/** Query values. An array is sent as repeated keys; undefined, null and '' are not sent. */
export type QueryValues = Readonly<Record<string, unknown>>;

export function queryString(values: QueryValues | undefined): string {
  if (!values) return '';
  const written = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') written.append(key, String(one));
    }
  }
  const text = written.toString();
  return text ? `?${text}` : '';
}
