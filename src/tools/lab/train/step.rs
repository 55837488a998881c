//! How the parameters move: Adam (Kingma and Ba 2015) with decay apart from the gradient
//! (Loshchilov and Hutter 2019), toward the network that a training began with (Li, Grandvalet
//! and Davoine 2018), and how far, by a rate that rises at first and then falls along a cosine.

use std::array::from_fn;

use super::lane::Lane;
use super::recipe::TrainRecipe;

const MEAN: f32 = 0.9;
const SPREAD: f32 = 0.999;
/// Keeps the division finite.
const TINY: f32 = 1e-8;

/// One step of the training.
#[derive(Clone, Copy, Debug)]
pub struct AdamStep {
    /// The rate, corrected for the means that began at nothing.
    rate: f32,
    /// How much of the way of a weight from where it rests is left, if no gradient moves it.
    keep: f32,
    /// [`TINY`], corrected likewise.
    tiny: f32,
}

impl AdamStep {
    /// Step `number` of `all`, from 1.
    pub fn new(recipe: &TrainRecipe, number: u64, all: u64) -> Self {
        let rate = rate(recipe, number, all);
        let share = if recipe.rate > 0.0 { rate / recipe.rate } else { 0.0 };
        let fades = share * recipe.decay * f64::from(recipe.epochs) / all as f64;
        let mean = 1.0 - f64::from(MEAN).powf(number as f64);
        let spread = (1.0 - f64::from(SPREAD).powf(number as f64)).sqrt();
        Self {
            rate: (rate * spread / mean) as f32,
            keep: (1.0 - fades.min(1.0)) as f32,
            tiny: TINY * spread as f32,
        }
    }

    /// Moves some weights, which would come to rest at `rest`.
    #[inline]
    pub fn go(
        &self,
        weight: &mut Lane,
        rest: &Lane,
        gradient: &Lane,
        mean: &mut Lane,
        spread: &mut Lane,
    ) {
        let slope = &gradient.0;
        mean.0 = from_fn(|lane| MEAN * mean.0[lane] + (1.0 - MEAN) * slope[lane]);
        spread.0 =
            from_fn(|lane| SPREAD * spread.0[lane] + (1.0 - SPREAD) * slope[lane] * slope[lane]);
        weight.0 = from_fn(|lane| {
            let by = mean.0[lane] / (spread.0[lane].sqrt() + self.tiny);
            let (weight, rest) = (weight.0[lane], rest.0[lane]);
            rest + self.keep * (weight - rest) - self.rate * by
        });
    }
}

/// The learning rate of a step: up in a straight line over the first steps, then down along
/// half a cosine to the last rate.
pub fn rate(recipe: &TrainRecipe, number: u64, all: u64) -> f64 {
    let &TrainRecipe { rate, last_rate, warm_up, .. } = recipe;
    let warm_up = warm_up.min(all / 2);
    if number <= warm_up {
        return rate * number as f64 / warm_up as f64;
    }
    let done = (number - warm_up) as f64 / (all - warm_up).max(1) as f64;
    last_rate + (rate - last_rate) * (1.0 + (std::f64::consts::PI * done).cos()) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_rises_and_falls() {
        let recipe =
            TrainRecipe { rate: 0.01, last_rate: 0.0001, warm_up: 10, ..TrainRecipe::default() };
        let rates: Vec<f64> = (1..=110).map(|number| rate(&recipe, number, 110)).collect();
        assert!((rates[0] - 0.001).abs() < 1e-12);
        assert!((rates[9] - 0.01).abs() < 1e-12);
        assert!((rates[59] - (0.01 + 0.0001) / 2.0).abs() < 1e-12);
        assert!((rates[109] - 0.0001).abs() < 1e-12);
        assert!(rates[9..].is_sorted_by(|a, b| a > b));
    }

    #[test]
    fn a_first_step_goes_as_far_as_the_rate() {
        let recipe = TrainRecipe { rate: 0.01, warm_up: 0, decay: 0.0, ..TrainRecipe::default() };
        let step = AdamStep::new(&recipe, 1, 1_000_000);
        let (mut weight, mut mean, mut spread) = (Lane::ZERO, Lane::ZERO, Lane::ZERO);
        let mut gradient = Lane([0.3; _]);
        gradient.0[1] = -2e-4;
        step.go(&mut weight, &Lane::ZERO, &gradient, &mut mean, &mut spread);
        assert!((weight.0[0] + 0.01).abs() < 1e-5, "{}", weight.0[0]);
        assert!((weight.0[1] - 0.01).abs() < 1e-5, "{}", weight.0[1]);
    }

    #[test]
    fn what_nothing_holds_comes_to_rest_by_the_epoch_not_by_the_step() {
        for (steps, rest) in [(100, 0.0), (1_000, 0.0), (100, -0.25)] {
            let recipe = TrainRecipe {
                rate: 0.01,
                last_rate: 0.01,
                warm_up: 0,
                decay: 0.3,
                ..TrainRecipe::default()
            };
            let all = steps * u64::from(recipe.epochs);
            let (mut weight, rest) = (Lane([0.5; _]), Lane([rest; _]));
            let (mut mean, mut spread) = (Lane::ZERO, Lane::ZERO);
            for number in 1..=steps {
                let step = AdamStep::new(&recipe, number, all);
                step.go(&mut weight, &rest, &Lane::ZERO, &mut mean, &mut spread);
            }
            let left = (weight.0[7] - rest.0[7]) / (0.5 - rest.0[7]);
            assert!((left - (-0.3_f32).exp()).abs() < 0.002, "{left} left");
        }
    }
}
