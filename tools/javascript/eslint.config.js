import js from "@eslint/js";

const FAULTS = {
  "array-callback-return": "error",
  "eqeqeq": "error",
  "no-constructor-return": "error",
  "no-eval": "error",
  "no-extend-native": "error",
  "no-implicit-coercion": ["error", {"number": false}],
  "no-implied-eval": "error",
  "no-loop-func": "error",
  "no-new-wrappers": "error",
  "no-script-url": "error",
  "no-self-compare": "error",
  "no-shadow": "error",
  "no-template-curly-in-string": "error",
  "no-throw-literal": "error",
  "no-unmodified-loop-condition": "error",
  "no-unreachable-loop": "error",
  "no-unused-expressions": "error",
  "no-useless-return": "error",
  "no-var": "error",
  "object-shorthand": "error",
  "prefer-const": "error",
  "prefer-promise-reject-errors": "error",
  "require-await": "error",
};

export default [
  js.configs.recommended,
  {
    languageOptions: {ecmaVersion: 2024, sourceType: "module"},
    linterOptions: {reportUnusedDisableDirectives: "error"},
    rules: {
      ...FAULTS,
      "no-undef": "off", // tsc knows every name, also those of the browser
      "no-unused-vars": ["error", {args: "all", argsIgnorePattern: "^_", varsIgnorePattern: "^_"}],
    },
  },
  {
    files: ["**/theme.js"], // runs as a script before the modules
    languageOptions: {sourceType: "script"},
    rules: {"no-implicit-globals": "error"},
  },
];
