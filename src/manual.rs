//! The manual of the program, written by the program: man pages, and what shells complete.

use std::error::Error;
use std::path::PathBuf;

use clap::ValueEnum;
use clap_complete::Shell;

/// Write man pages and completions, for those who package the program.
#[derive(clap::Args)]
#[command(hide = true)]
pub struct ManualArgs {
    /// The folder; `man` and `completions` are made in it.
    folder: PathBuf,
}

impl ManualArgs {
    /// Writes them.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn run(&self, command: clap::Command) -> Result<(), Box<dyn Error>> {
        let [man, completions] = ["man", "completions"].map(|name| self.folder.join(name));
        for folder in [&man, &completions] {
            std::fs::create_dir_all(folder)
                .map_err(|error| format!("{} cannot be made: {error}", folder.display()))?;
        }
        for &shell in Shell::value_variants() {
            clap_complete::generate_to(shell, &mut command.clone(), "kralle", &completions)?;
        }
        Ok(clap_mangen::generate_to(command, man)?)
    }
}
