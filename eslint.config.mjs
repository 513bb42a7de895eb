import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const onlyConfigReadsTheEnvironment = {
  object: 'process',
  property: 'env',
  message:
    'Only libs/config reads the environment. Add the variable to libs/config/src/variables.ts and inject Config.',
};

const envByAnotherName = ['process', 'node:process'].map((name) => ({
  name,
  importNames: ['env', 'default'],
  message: onlyConfigReadsTheEnvironment.message,
}));

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'data', 'coverage'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/no-extraneous-class': 'off',
    },
  },
  {
    files: ['{src,libs,bench,scripts,docker}/**/*.{ts,mjs}'],
    ignores: ['libs/config/src/read-environment.ts', '**/*.spec.ts'],
    rules: {
      'no-restricted-properties': ['error', onlyConfigReadsTheEnvironment],
      'no-restricted-imports': ['error', { paths: envByAnotherName }],
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['**/*.spec.ts', 'test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
  prettier,
);
