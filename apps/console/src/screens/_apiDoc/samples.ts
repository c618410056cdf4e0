import { sortedQuery } from '@cardinal/contract/api/openApi/signature.ts';

export type SampleCall = {
  readonly base: string;
  readonly method: string;
  readonly path: string;
  /** As in the URL; empty if there is none. */
  readonly query: string;
  /** JSON; empty if there is none. */
  readonly body: string;
  readonly needsIdempotencyKey: boolean;
};

export const LANGUAGES = ['curl', 'JavaScript', 'Python', 'Java', 'PHP', 'Go'] as const;
export type SampleLanguage = (typeof LANGUAGES)[number];

const quoted = (written: string) => JSON.stringify(written);
const inShell = (written: string) => `'${written.replaceAll("'", "'\\''")}'`;
const address = ({ path, query }: SampleCall) => (query ? `${path}?${query}` : path);
const lines = (...parts: (string | false)[]) => parts.filter((part) => part !== false).join('\n');

/** A program in each language that makes this call with a key and secret from the environment. */
const WRITERS: Readonly<Record<SampleLanguage, (call: SampleCall) => string>> = {
  curl: (call) =>
    lines(
      'key=$APP_KEY; secret=$APP_SECRET',
      `path=${inShell(call.path)}; query=${inShell(sortedQuery(call.query))}; body=${inShell(call.body)}`,
      'time=$(date +%s); nonce=$(openssl rand -hex 12)',
      "hash=$(printf '%s' \"$body\" | openssl dgst -sha256 -r | cut -d' ' -f1)",
      `sign=$(printf '${call.method}\\n%s\\n%s\\n%s\\n%s\\n%s' "$path" "$query" "$time" "$nonce" "$hash" |`,
      '  openssl dgst -sha256 -hmac "$secret" -r | cut -d\' \' -f1)',
      `curl -X ${call.method} "${call.base}$path${call.query ? '?$query' : ''}" \\`,
      '  -H "X-App-Key: $key" -H "X-Timestamp: $time" -H "X-Nonce: $nonce" -H "X-Signature: $sign"' +
        (call.needsIdempotencyKey ? ' \\\n  -H "Idempotency-Key: $(openssl rand -hex 16)"' : '') +
        (call.body ? ' \\\n  -H "Content-Type: application/json" --data-raw "$body"' : ''),
    ),
  JavaScript: (call) =>
    lines(
      "import { createHash, createHmac, randomUUID } from 'node:crypto';",
      '',
      'const { APP_KEY, APP_SECRET } = process.env;',
      `const body = ${call.body ? quoted(call.body) : "''"};`,
      'const time = String(Math.floor(Date.now() / 1000));',
      'const nonce = randomUUID();',
      "const hash = createHash('sha256').update(body).digest('hex');",
      `const text = [${[call.method, call.path, sortedQuery(call.query)].map(quoted).join(', ')}, time, nonce, hash].join('\\n');`,
      "const signature = createHmac('sha256', APP_SECRET).update(text).digest('hex');",
      `const answer = await fetch(${quoted(call.base + address(call))}, {`,
      `  method: '${call.method}',`,
      '  headers: {',
      "    'X-App-Key': APP_KEY, 'X-Timestamp': time, 'X-Nonce': nonce, 'X-Signature': signature,",
      call.needsIdempotencyKey && "    'Idempotency-Key': randomUUID(),",
      call.body !== '' && "    'Content-Type': 'application/json',",
      '  },',
      call.body !== '' && '  body,',
      '});',
      'console.log(answer.status, await answer.json());',
    ),
  Python: (call) =>
    lines(
      'import hashlib, hmac, os, time, urllib.request, uuid',
      '',
      'key, secret = os.environ["APP_KEY"], os.environ["APP_SECRET"]',
      `body = ${quoted(call.body)}.encode()`,
      'now, nonce = str(int(time.time())), uuid.uuid4().hex',
      `text = "\\n".join([${[call.method, call.path, sortedQuery(call.query)].map(quoted).join(', ')}, now, nonce, hashlib.sha256(body).hexdigest()])`,
      'signature = hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()',
      'headers = {"X-App-Key": key, "X-Timestamp": now, "X-Nonce": nonce, "X-Signature": signature}',
      call.needsIdempotencyKey && 'headers["Idempotency-Key"] = uuid.uuid4().hex',
      call.body !== '' && 'headers["Content-Type"] = "application/json"',
      `request = urllib.request.Request(${quoted(call.base + address(call))}, data=body or None, headers=headers, method="${call.method}")`,
      'with urllib.request.urlopen(request) as answer:',
      '    print(answer.status, answer.read().decode())',
    ),
  Java: (call) =>
    lines(
      'import java.net.URI;',
      'import java.net.http.*;',
      'import java.security.MessageDigest;',
      'import java.util.*;',
      'import javax.crypto.Mac;',
      'import javax.crypto.spec.SecretKeySpec;',
      '',
      'public class Call {',
      '  public static void main(String[] args) throws Exception {',
      '    String key = System.getenv("APP_KEY"), secret = System.getenv("APP_SECRET");',
      `    byte[] body = ${quoted(call.body)}.getBytes("UTF-8");`,
      '    String time = String.valueOf(System.currentTimeMillis() / 1000), nonce = UUID.randomUUID().toString();',
      '    String hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));',
      `    String text = String.join("\\n", ${[call.method, call.path, sortedQuery(call.query)].map(quoted).join(', ')}, time, nonce, hash);`,
      '    Mac mac = Mac.getInstance("HmacSHA256");',
      '    mac.init(new SecretKeySpec(secret.getBytes("UTF-8"), "HmacSHA256"));',
      '    String signature = HexFormat.of().formatHex(mac.doFinal(text.getBytes("UTF-8")));',
      `    HttpRequest request = HttpRequest.newBuilder(URI.create(${quoted(call.base + address(call))}))`,
      '        .header("X-App-Key", key).header("X-Timestamp", time).header("X-Nonce", nonce).header("X-Signature", signature)',
      call.needsIdempotencyKey && '        .header("Idempotency-Key", UUID.randomUUID().toString())',
      call.body !== '' && '        .header("Content-Type", "application/json")',
      `        .method("${call.method}", ${call.body ? 'HttpRequest.BodyPublishers.ofByteArray(body)' : 'HttpRequest.BodyPublishers.noBody()'}).build();`,
      '    HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
      '    System.out.println(answer.statusCode() + " " + answer.body());',
      '  }',
      '}',
    ),
  PHP: (call) =>
    lines(
      '<?php',
      '[$key, $secret] = [getenv("APP_KEY"), getenv("APP_SECRET")];',
      `$body = ${inShell(call.body)};`,
      '[$time, $nonce] = [(string) time(), bin2hex(random_bytes(12))];',
      `$text = implode("\\n", [${[call.method, call.path, sortedQuery(call.query)].map(inShell).join(', ')}, $time, $nonce, hash("sha256", $body)]);`,
      '$headers = ["X-App-Key: $key", "X-Timestamp: $time", "X-Nonce: $nonce", "X-Signature: " . hash_hmac("sha256", $text, $secret)];',
      call.needsIdempotencyKey && '$headers[] = "Idempotency-Key: " . bin2hex(random_bytes(16));',
      call.body !== '' && '$headers[] = "Content-Type: application/json";',
      `$request = curl_init(${inShell(call.base + address(call))});`,
      `curl_setopt_array($request, [CURLOPT_CUSTOMREQUEST => "${call.method}", CURLOPT_HTTPHEADER => $headers, CURLOPT_RETURNTRANSFER => true]);`,
      call.body !== '' && 'curl_setopt($request, CURLOPT_POSTFIELDS, $body);',
      'echo curl_exec($request), PHP_EOL;',
    ),
  Go: (call) =>
    lines(
      'package main',
      '',
      'import (',
      ...['crypto/hmac', 'crypto/rand', 'crypto/sha256', 'encoding/hex', 'fmt', 'io', 'net/http', 'os', 'strconv']
        .concat(['strings', 'time'])
        .map((each) => `\t"${each}"`),
      ')',
      '',
      'func main() {',
      `\tbody := ${quoted(call.body)}`,
      '\trandom := make([]byte, 12)',
      '\trand.Read(random)',
      '\tnow, nonce := strconv.FormatInt(time.Now().Unix(), 10), hex.EncodeToString(random)',
      '\thash := sha256.Sum256([]byte(body))',
      `\ttext := strings.Join([]string{${[call.method, call.path, sortedQuery(call.query)].map(quoted).join(', ')}, now, nonce, hex.EncodeToString(hash[:])}, "\\n")`,
      '\tmac := hmac.New(sha256.New, []byte(os.Getenv("APP_SECRET")))',
      '\tmac.Write([]byte(text))',
      `\trequest, _ := http.NewRequest("${call.method}", ${quoted(call.base + address(call))}, strings.NewReader(body))`,
      '\trequest.Header.Set("X-App-Key", os.Getenv("APP_KEY"))',
      '\trequest.Header.Set("X-Timestamp", now)',
      '\trequest.Header.Set("X-Nonce", nonce)',
      '\trequest.Header.Set("X-Signature", hex.EncodeToString(mac.Sum(nil)))',
      call.needsIdempotencyKey && '\trequest.Header.Set("Idempotency-Key", nonce)',
      call.body !== '' && '\trequest.Header.Set("Content-Type", "application/json")',
      '\tanswer, err := http.DefaultClient.Do(request)',
      '\tif err != nil {',
      '\t\tpanic(err)',
      '\t}',
      '\ttold, _ := io.ReadAll(answer.Body)',
      '\tfmt.Println(answer.StatusCode, string(told))',
      '}',
    ),
};

export const sampleOf = (language: SampleLanguage, call: SampleCall): string => WRITERS[language](call);

type Example = {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
};

/** The example of an interface as a call. */
export function exampleCall(
  base: string,
  { method, path }: { readonly method: string; readonly path: string },
  example: Example,
  needsIdempotencyKey: boolean,
): SampleCall {
  const filled = path.replace(/:(\w+)/g, (whole, name: string) => example.params?.[name] ?? whole);
  const pairs = Object.entries(example.query ?? {}).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  return {
    base,
    method,
    path: filled,
    query: sortedQuery(new URLSearchParams(pairs).toString()),
    body: example.body === undefined ? '' : JSON.stringify(example.body),
    needsIdempotencyKey,
  };
}
