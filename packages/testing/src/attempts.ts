import { readCaptcha, signIn } from '@cardinal/contract/api/identity/identity.ts';
import { DEMO_PASSWORD, TEST_CAPTCHA, type TestApp } from './app.ts';

/** Signing in the way a person does, with a captcha. Every attempt comes from a new address unless told: rates are counted per address. */
export function attemptsAt(host: TestApp) {
  let addresses = 0;
  const freshAddress = () => `10.9.${Math.floor(++addresses / 250)}.${addresses % 250}`;
  const attempt = async (
    account: string,
    password: string = DEMO_PASSWORD,
    given: { address?: string; remember?: boolean } = {},
  ) => {
    const address = given.address ?? freshAddress();
    const { captchaId } = await host.nobody.ask(readCaptcha, { address: freshAddress() });
    return host.nobody.call(signIn, {
      address,
      body: { account, password, captchaId, captchaCode: TEST_CAPTCHA, remember: given.remember ?? false },
    });
  };
  return { attempt, freshAddress };
}
