//! Tells Zed how to start the language server: `botwright lsp` from the path of the project.

use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Botwright;

impl zed::Extension for Botwright {
    fn new() -> Self {
        Self
    }

    fn language_server_command(&mut self, _: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let command = worktree
            .which("botwright")
            .ok_or_else(|| "`botwright` is not on the path; install it with: pip install \"botwright[lsp]\"".to_string())?;
        Ok(Command { command, args: vec!["lsp".to_string()], env: worktree.shell_env() })
    }
}

zed::register_extension!(Botwright);
