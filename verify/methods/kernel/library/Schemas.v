(* Cited theorems, each as a proposition that says exactly what the reference does, or less: read all
   of it. A claim that rests on one has it as a premise, so that its hypotheses are to be proved. *)
From Coq Require Import Reals List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words.
Open Scope R_scope.

(* Some of the functions that are real analytic on the whole space. *)
Inductive exponential_polynomial {S : inner_product_space} : (S -> R) -> Prop :=
| constant_function c : exponential_polynomial (fun _ => c)
| linear_function a : exponential_polynomial (fun x => inner a x)
| sum_function f g : exponential_polynomial f -> exponential_polynomial g ->
    exponential_polynomial (fun x => f x + g x)
| product_function f g : exponential_polynomial f -> exponential_polynomial g ->
    exponential_polynomial (fun x => f x * g x)
| exponential_function f : exponential_polynomial f -> exponential_polynomial (fun x => exp (f x)).

(* The gradient of a differentiable function. *)
Definition is_gradient {S : inner_product_space} (f : S -> R) (x g : S) :=
  forall h, is_derive (fun s => f (vadd x (vscale s h))) 0 (inner g h).

(* P.-A. Absil, R. Mahony, B. Andrews, Convergence of the iterates of descent methods for analytic cost
   functions, SIAM J. Optim. 16 (2005) 531-547, theorem 2.2, for the function -f: a C^1 curve in R^n that
   meets an angle condition and a condition of weak decrease, for an analytic function, leaves every
   bounded set or has a limit. It rests on the gradient inequality of S. Lojasiewicz (1963). *)
Definition analytic_descent : Prop :=
  forall (S : inner_product_space) (f : S -> R) (x velocity gradient : R -> S) (delta bound : R),
  finite_dimensional S -> exponential_polynomial f ->
  (forall t, 0 <= t -> is_vderive x t (velocity t)) -> uniformly_continuous velocity ->
  (forall t, 0 <= t -> is_gradient f (x t) (gradient t)) ->
  0 < delta ->
  (forall t, 0 <= t -> delta * (vnorm (gradient t) * vnorm (velocity t)) <= inner (gradient t) (velocity
    t)) ->
  (forall t, 0 <= t -> inner (gradient t) (velocity t) = 0 -> velocity t = vzero) ->
  (forall t, 0 <= t -> vnorm (x t) <= bound) ->
  converges x.
