import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/conformance/**', 'test/faults/full/**', 'test/browser/**', '**/node_modules/**'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    env: { TZ: 'UTC', NO_COLOR: '1' },
  },
});
