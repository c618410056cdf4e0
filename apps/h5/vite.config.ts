import { pressed } from '@cardinal/console/pressed.ts';
import { defineConfig, type UserConfig } from 'vite';

const API = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8080';

const CONFIG: UserConfig = {
  root: import.meta.dirname,
  base: '/h5/',
  plugins: [pressed()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // Phones that are some years old.
  build: { target: 'es2020', modulePreload: false, manifest: true },
  server: { host: '127.0.0.1', proxy: { '/api': { target: API, changeOrigin: false } } },
};

export default defineConfig(({ command }) => {
  if (command === 'build') process.env['NODE_ENV'] = 'production';
  return CONFIG;
});
