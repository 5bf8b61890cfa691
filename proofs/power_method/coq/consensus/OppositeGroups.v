(* Layers with several heads whose tokens are half at a unit vector a and half at -a: what the heads attend
   to there, when they stay, the derivative, and when they attract. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words TotalLayers Curves Families Drawn Frechet Stability SphereProducts.
From Kernel Require Directions.
From Kernel Require Import OrthonormalBasis ConsensusLayer ConsensusStability ConsensusSpectrum SoftmaxHeads SignPatterns Normalised.
Open Scope R_scope.

Section Heads.
Context {U : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head)
  (F P : Head -> U -> U) (tau : R) (a : U) (eps : Token -> R).
Hypothesis Tokens : enumerates tokens.
Let L : lists tokens := proj2 (proj2 Tokens).
Let X := states U tokens L.
Hypothesis LF : forall h, linear (F h).
Hypothesis BF : forall h, bounded (F h).
Hypothesis LP : forall h, linear (P h).
Hypothesis BP : forall h, bounded (P h).
Hypothesis Unit : inner a a = 1.
Hypothesis Signs : forall i, eps i ^ 2 = 1.
Hypothesis Balance : total tokens eps = 0.
Let w := softmax_weights tokens P.
Let m := moved tokens heads F w tau.
Let p : X := pattern a eps.
Definition side h := (exp (inner a (P h a)) - exp (-1 * inner a (P h a))) /
  (exp (inner a (P h a)) + exp (-1 * inner a (P h a))).
Definition drawn (z : U) := vtotal heads (fun h => vscale (side h) (F h z)).
Definition summed (z : U) := vtotal heads (fun h => F h z).
(* By how much the groups differ. *)
Definition apart (z : Token -> U) : U := vscale (/ size tokens) (vtotal tokens (fun j => vscale (eps j) (z j))).

Lemma sign i : eps i = 1 \/ eps i = -1.
Proof.
  assert (Q := Signs i). assert (Z : (eps i - 1) * (eps i + 1) = 0) by lra.
  destruct (Rmult_integral _ _ Z); [left | right]; lra.
Qed.
Lemma groups_unit : spheres p.
Proof. intro i. unfold p, pattern. rewrite inner_scale_l, inner_scale_r, Unit. assert (Q := Signs i). lra. Qed.
Lemma tangent_group z i : tangent_at p z -> inner a (z i) = 0.
Proof.
  intro T. specialize (T i). unfold p, pattern in T. rewrite inner_scale_l in T.
  destruct (Rmult_integral _ _ T) as [Z|Z]; [|exact Z]. destruct (sign i); lra.
Qed.
Lemma weight_there h i j : w h p i j = (1 + side h * (eps i * eps j)) / size tokens.
Proof.
  unfold w, softmax_weights, softmax_of. set (g := inner a (P h a)).
  assert (E : forall k, exp (inner (p i) (P h (p k))) = (exp g + exp (-1 * g)) / 2 +
    (exp g - exp (-1 * g)) / 2 * (eps i * eps k)).
  { intro k. unfold p, pattern. rewrite (proj2 (LP h)), inner_scale_l, inner_scale_r. fold g.
    destruct (sign i) as [-> | ->], (sign k) as [-> | ->];
      [replace (1 * (1 * g)) with g by ring | replace (1 * (-1 * g)) with (-1 * g) by ring
      | replace (-1 * (1 * g)) with (-1 * g) by ring | replace (-1 * (-1 * g)) with g by ring]; field. }
  rewrite (total_ext tokens _ _ E), total_add, total_scale, (total_scale tokens (eps i)), Balance, E.
  rewrite (total_ext tokens (fun _ => (exp g + exp (-1 * g)) / 2) (fun _ => (exp g + exp (-1 * g)) / 2 * 1)) by
    (intro; ring).
  rewrite total_scale. fold (size tokens). unfold side. fold g.
  assert (N := size_positive tokens Tokens). assert (0 < exp g) by apply exp_pos.
  assert (0 < exp (-1 * g)) by apply exp_pos. field. lra.
Qed.
Lemma attended h (z : X) i : vtotal tokens (fun j => vscale (w h p i j) (z j)) =
  vadd (mean tokens z) (vscale (eps i * side h) (apart z)).
Proof.
  assert (N := size_positive tokens Tokens).
  apply inner_ext. intro q. unfold mean, apart. rewrite inner_add_l, !inner_scale_l, !inner_vtotal_l.
  rewrite (total_ext tokens _ (fun j => / size tokens * inner (z j) q +
    eps i * side h * / size tokens * inner (vscale (eps j) (z j)) q)).
  - rewrite total_add, !total_scale. ring.
  - intro j. rewrite weight_there, !inner_scale_l. field. lra.
Qed.
Lemma mean_there : mean tokens p = vzero.
Proof.
  apply inner_ext. intro q. unfold mean, p, pattern. rewrite inner_zero_l, inner_scale_l, inner_vtotal_l.
  rewrite (total_ext tokens _ (fun j => eps j * inner a q)) by (intro; apply inner_scale_l).
  rewrite total_scale_r, Balance. ring.
Qed.
Lemma apart_there : apart p = a.
Proof.
  assert (N := size_positive tokens Tokens).
  apply inner_ext. intro q. unfold apart, p, pattern. rewrite inner_scale_l, inner_vtotal_l.
  rewrite (total_ext tokens _ (fun j => inner a q * 1)).
  - rewrite total_scale. fold (size tokens). field. lra.
  - intro j. rewrite !inner_scale_l. assert (Q := Signs j). replace (_ * (_ * _)) with (eps j ^ 2 * inner a q) by ring.
    rewrite Q. ring.
Qed.
Lemma pooled_there h i : pooled tokens w h p i = vscale (eps i * side h) a.
Proof. unfold pooled. rewrite attended, mean_there, apart_there. vector_sums. Qed.
Lemma moved_there i : m p i = vscale (eps i) (vadd a (vscale tau (drawn a))).
Proof.
  unfold m, moved, drawn. apply inner_ext. intro q. unfold p at 1, pattern.
  rewrite inner_add_l, !inner_scale_l, inner_add_l, inner_scale_l, !inner_vtotal_l.
  rewrite (total_ext heads _ (fun h => eps i * inner (vscale (side h) (F h a)) q)).
  - rewrite total_scale. ring.
  - intro h. rewrite pooled_there, (proj2 (LF h)), !inner_scale_l. ring.
Qed.
(* When the tokens stay: each comes to rho times its place before it is normalised. *)
Theorem groups_rest : (forall i, vnorm (m p i) <> 0 /\ vscale (/ vnorm (m p i)) (m p i) = p i) <->
  exists rho, 0 < rho /\ vadd a (vscale tau (drawn a)) = vscale rho a.
Proof.
  split.
  - intro H. assert (I : exists i : Token, True).
    { destruct (Directions.positive_summand tokens (fun _ => 1)) as [i _]; [apply (size_positive tokens Tokens)|].
      exists i. exact Logic.I. }
    destruct I as [i _]. destruct (H i) as [N E]. exists (vnorm (m p i)).
    assert (R0 := vnorm_nonneg (m p i)). split; [lra|].
    assert (Q : m p i = vscale (vnorm (m p i)) (p i)).
    { transitivity (vscale (vnorm (m p i)) (vscale (/ vnorm (m p i)) (m p i))); [|rewrite E; reflexivity].
      rewrite vscale_vscale, Rinv_r, vscale_one; auto. }
    set (r := vnorm (m p i)) in *. rewrite moved_there in Q. unfold p, pattern in Q.
    assert (S := Signs i). apply (f_equal (vscale (eps i))) in Q. rewrite !vscale_vscale in Q.
    replace (eps i * eps i) with 1 in Q by lra. rewrite vscale_one in Q. rewrite Q. f_equal.
    transitivity (eps i ^ 2 * r); [ring | rewrite S; ring].
  - intros [rho [R E]] i. assert (M : m p i = vscale rho (p i)).
    { rewrite moved_there, E. unfold p, pattern. rewrite !vscale_vscale. f_equal. ring. }
    assert (N : vnorm (m p i) = rho).
    { rewrite M, vnorm_scale, Rabs_right by lra. unfold vnorm. rewrite (groups_unit i), sqrt_1. ring. }
    rewrite N. split; [lra|]. rewrite M, vscale_vscale, Rinv_l by lra. apply vscale_one.
Qed.

(* ------------------------------------------------------------------ the derivative *)

(* Scores that tangent vectors do not move. *)
Definition scores_keep h := P h a = vscale (inner a (P h a)) a /\ forall z, inner z a = 0 -> inner a (P h z) = 0.
Definition quiet h := F h a = vscale (inner a (F h a)) a \/ scores_keep h.
Definition score_slope h i j (z : X) := inner (z i) (P h (p j)) + inner (p i) (P h (z j)).
Definition weight_slope h i j (z : X) :=
  w h p i j * (score_slope h i j z - total tokens (fun l => w h p i l * score_slope h i l z)).
Lemma score_derivative h i j : is_fderive_on (S := X) (U := real_line) everywhere
  (fun x : X => exp (inner (x i) (P h (x j)))) p (fun z => exp (inner (p i) (P h (p j))) * score_slope h i j z).
Proof.
  eapply (fderive_chain (S := X) everywhere exp (fun x : X => inner (x i) (P h (x j)) : real_line) p).
  - apply is_derive_exp.
  - eapply (fderive_inner (S := X) everywhere (fun x : X => x i) (fun x : X => P h (x j)) p (fun z : X => z i)
      (fun z => P h (z j))).
    + apply fderive_component.
    + eapply (fderive_apply (S := X) everywhere (P h) (fun x : X => x j)); auto. apply fderive_component.
Qed.
Lemma total_derivative h i T : is_fderive_on (S := X) (U := real_line) everywhere
  (fun x : X => total T (fun k => exp (inner (x i) (P h (x k))))) p
  (fun z => total T (fun k => exp (inner (p i) (P h (p k))) * score_slope h i k z)).
Proof.
  induction T as [|k T IH]; simpl.
  - apply (fderive_const (S := X) (U := real_line) everywhere 0).
  - eapply (fderive_add (S := X) (U := real_line) everywhere _ _ p _ _ (score_derivative h i k) IH).
Qed.
Lemma weight_derivative h i j : is_fderive_on (S := X) (U := real_line) everywhere (fun x : X => w h x i j) p
  (weight_slope h i j).
Proof.
  assert (N : 0 < total tokens (fun k => exp (inner (p i) (P h (p k))))) by
    (apply total_positive; [exact Tokens | intro; apply exp_pos]).
  eapply fderive_eq.
  - unfold w, softmax_weights, softmax_of, Rdiv.
    eapply (fderive_times (S := X) (U := real_line) everywhere (fun x : X => exp (inner (x i) (P h (x j))) : real_line)
      (fun x : X => / total tokens (fun k => exp (inner (x i) (P h (x k))))) p _ _ (score_derivative h i j)).
    eapply (fderive_chain (S := X) everywhere Rinv _ p _); [|exact (total_derivative h i tokens)].
    apply (derive_inv (fun t => t) _ 1); [apply Rgt_not_eq, N | apply derive_id].
  - intro z. cbv beta. unfold weight_slope.
    rewrite (total_ext tokens (fun l => w h p i l * score_slope h i l z) (fun l => / total tokens (fun k =>
      exp (inner (p i) (P h (p k)))) * (exp (inner (p i) (P h (p l))) * score_slope h i l z))).
    2: { intro l. unfold w, softmax_weights, softmax_of. field. lra. }
    rewrite total_scale. unfold w, softmax_weights, softmax_of.
    set (s := total tokens (fun k => exp (inner (p i) (P h (p k))))) in *.
    set (t := total tokens (fun l => exp (inner (p i) (P h (p l))) * score_slope h i l z)). simpl. field. lra.
Qed.
Lemma slopes_vanish h z : scores_keep h -> tangent_at p z -> forall i j, weight_slope h i j z = 0.
Proof.
  intros [S1 S2] Tz i j.
  assert (Q : forall l, score_slope h i l z = 0).
  { intro l. unfold score_slope, p, pattern. rewrite (proj2 (LP h)), S1, inner_scale_l, !inner_scale_r.
    rewrite (inner_sym _ (z i) a), (tangent_group z i Tz), (S2 (z l)); [ring|].
    rewrite inner_sym. apply (tangent_group z l Tz). }
  unfold weight_slope. rewrite Q, (total_ext tokens _ (fun _ => 0)) by (intro l; rewrite Q; ring).
  rewrite total_zero. ring.
Qed.
(* Some multiple of a is all that moving weights add. *)
Definition drift h i (z : X) := total tokens (fun j => weight_slope h i j z * eps j).
Lemma pooled_derivative h i : is_fderive_on (S := X) everywhere (fun x : X => pooled tokens w h x i) p
    (fun z => vadd (vadd (mean tokens z) (vscale (eps i * side h) (apart z))) (vscale (drift h i z) a)).
Proof.
  assert (Q : forall T : list Token, is_fderive_on (S := X) everywhere
    (fun x : X => vtotal T (fun j => vscale (w h x i j) (x j))) p
    (fun z => vadd (vtotal T (fun j => vscale (w h p i j) (z j)))
      (vscale (total T (fun j => weight_slope h i j z * eps j)) a))).
  { induction T as [|b T IH]; simpl.
    - eapply fderive_eq; [apply (fderive_const (S := X) everywhere (@vzero U))|]. intro z. vector_sums.
    - eapply fderive_eq.
      + eapply (fderive_add (S := X) everywhere (fun x : X => vscale (w h x i b) (x b)) _ p); [|exact IH].
        eapply (fderive_times (S := X) everywhere (fun x : X => w h x i b : real_line) (fun x : X => x b) p _ _
          (weight_derivative h i b)).
        apply fderive_component.
      + intro z. unfold p, pattern. vector_sums. }
  unfold pooled. eapply fderive_eq; [exact (Q tokens)|]. intro z. cbv beta. rewrite attended. reflexivity.
Qed.
(* What fixed weights make of a perturbation, before it is projected. *)
Definition groups_push (z : Token -> U) i :=
  vadd (z i) (vscale tau (vadd (summed (mean tokens z)) (vscale (eps i) (drawn (apart z))))).
Definition groups_jacobian rho (z : Token -> U) : Token -> U :=
  fun i => vscale (/ rho) (tangent_part a (groups_push z i)).
Definition moved_slope (z : X) i := vadd (z i) (vscale tau (vtotal heads (fun h =>
  F h (vadd (vadd (mean tokens z) (vscale (eps i * side h) (apart z))) (vscale (drift h i z) a))))).
Lemma moved_derivative i : is_fderive_on (S := X) everywhere (fun x : X => m x i) p (fun z => moved_slope z i).
Proof.
  eapply (fderive_add (S := X) everywhere (fun x : X => x i) _ p (fun z : X => z i)); [apply fderive_component|].
  apply fderive_scale. apply (fderive_vtotal (S := X) everywhere heads (fun h (x : X) => F h (pooled tokens w h x i)) p
    (fun h z => F h (vadd (vadd (mean tokens z) (vscale (eps i * side h) (apart z))) (vscale (drift h i z) a)))).
  intro h. eapply (fderive_apply (S := X) everywhere (F h) (fun x : X => pooled tokens w h x i)); auto.
  apply pooled_derivative.
Qed.
Hypothesis Quiet : forall h, quiet h.
Lemma moved_slope_is z i : tangent_at p z -> exists c, moved_slope z i = vadd (groups_push z i) (vscale c a).
Proof.
  intro Tz. assert (Q : forall H : list Head, exists c, vtotal H (fun h =>
    F h (vadd (vadd (mean tokens z) (vscale (eps i * side h) (apart z))) (vscale (drift h i z) a))) =
    vadd (vadd (vtotal H (fun h => F h (mean tokens z)))
      (vscale (eps i) (vtotal H (fun h => vscale (side h) (F h (apart z)))))) (vscale c a)).
  { induction H as [|h H [c C]]; simpl; [exists 0; vector_sums|].
    rewrite C, !(proj1 (LF h)), !(proj2 (LF h)). destruct (Quiet h) as [E|E].
    - exists (drift h i z * inner a (F h a) + c). set (b := inner a (F h a)) in *. rewrite E. vector_sums.
    - assert (Z : drift h i z = 0).
      { unfold drift. rewrite (total_ext tokens _ (fun _ => 0)); [apply total_zero|].
        intro j. rewrite (slopes_vanish h z E Tz). ring. }
      exists c. rewrite Z. vector_sums. }
  destruct (Q heads) as [c C]. exists (tau * c). unfold moved_slope, groups_push. rewrite C.
  unfold summed, drawn. vector_sums.
Qed.
Context (rho : R).
Hypothesis Rho : 0 < rho.
Hypothesis Rest : vadd a (vscale tau (drawn a)) = vscale rho a.
Lemma moves_to i : m p i = vscale rho (p i).
Proof. rewrite moved_there, Rest. unfold p, pattern. rewrite !vscale_vscale. f_equal. ring. Qed.
Lemma groups_jacobian_is z : tangent_at p z ->
  groups_jacobian rho z = normalised_jacobian tokens Tokens moved_slope p (fun _ => rho) z.
Proof.
  intro Tz. apply functional_extensionality. intro i. unfold groups_jacobian, normalised_jacobian. f_equal.
  destruct (moved_slope_is z i Tz) as [c C]. rewrite C. unfold p, pattern, tangent_part.
  assert (S := Signs i). apply inner_ext. intro q. unfold vsub.
  repeat (rewrite inner_add_l || rewrite inner_scale_l || rewrite inner_add_r || rewrite inner_scale_r). rewrite Unit.
  replace (-1 * (eps i * (inner a (groups_push z i) + c * 1) * (eps i * inner a q))) with
    (- (eps i ^ 2 * ((inner a (groups_push z i) + c) * inner a q))) by ring.
  rewrite S. ring.
Qed.
Lemma groups_jacobian_linear : linear (S := X) (U := X) (groups_jacobian rho) /\
  bounded (S := X) (U := X) (groups_jacobian rho).
Proof.
  assert (Q : is_fderive_on (S := X) (U := X) everywhere (groups_jacobian rho) p (groups_jacobian rho)).
  2: { destruct Q as [A [B _]]. auto. }
  apply (fderive_family tokens L X U everywhere (groups_jacobian rho : X -> X)). intro i.
  assert (Mean : is_fderive_on (S := X) everywhere (fun z : X => mean tokens z) p (fun z => mean tokens z)).
  { apply fderive_scale. apply (fderive_vtotal (S := X) everywhere tokens (fun j (z : X) => z j) p (fun j z => z j)).
    intro j. apply fderive_component. }
  assert (Apart : is_fderive_on (S := X) everywhere (fun z : X => apart z) p (fun z => apart z)).
  { apply fderive_scale. apply (fderive_vtotal (S := X) everywhere tokens (fun j (z : X) => vscale (eps j) (z j)) p
      (fun j z => vscale (eps j) (z j))). intro j. apply fderive_scale. apply fderive_component. }
  apply (fderive_scale (S := X) everywhere (/ rho) (fun z : X => tangent_part a (groups_push z i)) p
    (fun z => tangent_part a (groups_push z i))).
  apply (fderive_apply (S := X) everywhere (tangent_part a) (fun z : X => groups_push z i) p (fun z => groups_push z i)).
  - split; [apply tangent_part_add|]. intros c x. unfold tangent_part. rewrite inner_scale_r. vector_sums.
  - exists 1. split; [lra|]. intro x. rewrite Rmult_1_l. apply vnorm_le; [apply vnorm_nonneg|].
    rewrite vnorm_square. apply tangent_part_shorter, Unit.
  - apply (fderive_add (S := X) everywhere (fun z : X => z i) _ p (fun z : X => z i)); [apply fderive_component|].
    apply (fderive_scale (S := X) everywhere tau (fun z : X => vadd (summed (mean tokens z)) (vscale (eps i) (drawn (apart z))))
      p (fun z => vadd (summed (mean tokens z)) (vscale (eps i) (drawn (apart z))))).
    apply (fderive_add (S := X) everywhere (fun z : X => summed (mean tokens z)) _ p (fun z : X => summed (mean tokens z))).
    + apply (fderive_vtotal (S := X) everywhere heads (fun h (z : X) => F h (mean tokens z)) p (fun h z => F h (mean tokens z))).
      intro h. apply (fderive_apply (S := X) everywhere (F h) (fun z : X => mean tokens z)); auto.
    + apply fderive_scale. apply (fderive_vtotal (S := X) everywhere heads (fun h (z : X) => vscale (side h) (F h (apart z))) p
        (fun h z => vscale (side h) (F h (apart z)))).
      intro h. apply fderive_scale. apply (fderive_apply (S := X) everywhere (F h) (fun z : X => apart z)); auto.
Qed.
Theorem groups_told (n J : (Token -> U) -> Token -> U) : (forall x i, n x i = m x i) ->
  (forall z i, J z i = groups_jacobian rho z i) -> forall eta, 0 < eta -> exists d, 0 < d /\
  forall y : Token -> U, spheres y -> (forall i, vnorm (vsub (y i) (p i)) <= d) -> exists z : Token -> U,
    (forall i, vnorm (n y i) <> 0 /\ z i = vscale (/ vnorm (n y i)) (n y i)) /\
    forall i, vnorm (vsub (z i) (vadd (p i) (J (fun j => vsub (y j) (p j)) i))) <=
      eta * total tokens (fun j => vnorm (vsub (y j) (p j))).
Proof.
  intros Is Same. replace J with (groups_jacobian rho).
  2: { apply functional_extensionality. intro z. apply functional_extensionality. intro i. symmetry. apply Same. }
  exact (normalised_told tokens Tokens m moved_slope p (fun _ => rho) groups_unit moves_to (fun _ => Rho)
    moved_derivative n (groups_jacobian rho) Is (proj1 groups_jacobian_linear) (proj2 groups_jacobian_linear)
    groups_jacobian_is).
Qed.
(* What the groups have in common, and what is opposite, are orthogonal to each other and to the rest. *)
Lemma parts (z : Token -> U) A B : total tokens (fun i => inner (vadd (z i) (vadd A (vscale (eps i) B)))
    (vadd (z i) (vadd A (vscale (eps i) B)))) =
  total tokens (fun i => inner (z i) (z i)) + size tokens * (inner (vadd (mean tokens z) A) (vadd (mean tokens z) A)
    - inner (mean tokens z) (mean tokens z)) +
  size tokens * (inner (vadd (apart z) B) (vadd (apart z) B) - inner (apart z) (apart z)).
Proof.
  assert (N := size_positive tokens Tokens).
  assert (M1 : forall q, size tokens * inner (mean tokens z) q = total tokens (fun i => inner (z i) q)) by
    (intro; apply mean_is_mean, Tokens).
  assert (M2 : forall q, size tokens * inner (apart z) q = total tokens (fun i => eps i * inner (z i) q)).
  { intro q. unfold apart. rewrite inner_scale_l, inner_vtotal_l.
    rewrite (total_ext tokens (fun i => inner (vscale (eps i) (z i)) q) (fun i => eps i * inner (z i) q)) by
      (intro; apply inner_scale_l). field. lra. }
  rewrite (total_ext tokens _ (fun i => inner (z i) (z i) + (2 * inner (z i) A + (2 * (eps i * inner (z i) B) +
    (eps i * (2 * inner A B) + (inner A A + inner B B) * 1))))).
  2: { intro i. assert (S := Signs i). repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l
         || rewrite inner_scale_r). rewrite (inner_sym _ A (z i)), (inner_sym _ B (z i)), (inner_sym _ B A).
       replace (inner B B) with (eps i ^ 2 * inner B B) at 2 by (rewrite S; ring). ring. }
  rewrite !total_add, !total_scale, total_scale_r, Balance, <- M1, <- M2. fold (size tokens).
  repeat (rewrite inner_add_l || rewrite inner_add_r).
  rewrite (inner_sym _ A (mean tokens z)), (inner_sym _ B (apart z)). ring.
Qed.
Theorem groups_attract kind f kappa : kind_of_layer kind m -> (forall x i, f x i = several_heads tokens heads F w tau x i) ->
  1 < rho -> 0 <= kappa < rho ->
  (forall z, inner a z = 0 -> vnorm (tangent_part a (vadd z (vscale tau (summed z)))) <= kappa * vnorm z) ->
  (forall z, inner a z = 0 -> vnorm (tangent_part a (vadd z (vscale tau (drawn z)))) <= kappa * vnorm z) ->
  total_exponentially_stable kind f p.
Proof.
  intros Kind Formula R1 Kap Together Apart. set (top := Rmax 1 kappa).
  assert (T1 : 1 <= top) by apply Rmax_l. assert (T2 : kappa <= top) by apply Rmax_r.
  assert (T3 : top < rho) by (apply Rmax_lub_lt; lra).
  assert (N := size_positive tokens Tokens).
  apply (normalised_attracts tokens Tokens m moved_slope p (fun _ => rho) groups_unit moves_to (fun _ => Rho)
    moved_derivative kind Kind f (top / rho)); [exact Formula | |].
  { split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; auto]|].
    apply Rmult_lt_reg_r with rho; [auto|]. replace (top / rho * rho) with top by (field; lra). lra. }
  intros z Tz. rewrite <- (groups_jacobian_is z Tz).
  assert (Ma : inner a (mean tokens z) = 0).
  { rewrite mean_inner, (total_ext tokens _ (fun _ => 0)) by (intro i; apply (tangent_group z i Tz)).
    rewrite total_zero. ring. }
  assert (Aa : inner a (apart z) = 0).
  { unfold apart. rewrite inner_scale_r, inner_vtotal_r, (total_ext tokens _ (fun _ => 0)).
    - rewrite total_zero. ring.
    - intro i. rewrite inner_scale_r, (tangent_group z i Tz). ring. }
  set (A := vscale tau (tangent_part a (summed (mean tokens z)))).
  set (B := vscale tau (tangent_part a (drawn (apart z)))).
  assert (Scaled : forall c x, tangent_part a (vscale c x) = vscale c (tangent_part a x)).
  { intros c x. unfold tangent_part. rewrite inner_scale_r. vector_sums. }
  assert (EA : vadd (mean tokens z) A = tangent_part a (vadd (mean tokens z) (vscale tau (summed (mean tokens z))))).
  { rewrite tangent_part_add, Scaled, (tangent_part_tangent a _ Ma). reflexivity. }
  assert (EB : vadd (apart z) B = tangent_part a (vadd (apart z) (vscale tau (drawn (apart z))))).
  { rewrite tangent_part_add, Scaled, (tangent_part_tangent a _ Aa). reflexivity. }
  assert (EJ : forall i, groups_jacobian rho z i = vscale (/ rho) (vadd (z i) (vadd A (vscale (eps i) B)))).
  { intro i. unfold groups_jacobian, groups_push. f_equal.
    rewrite tangent_part_add, Scaled, tangent_part_add, Scaled, (tangent_part_tangent a _ (tangent_group z i Tz)).
    unfold A, B. vector_sums. }
  assert (Z0 := parts z (vscale (-1) (mean tokens z)) (vscale (-1) (apart z))).
  assert (P0 : 0 <= total tokens (fun i => inner (vadd (z i) (vadd (vscale (-1) (mean tokens z)) (vscale (eps i) (vscale (-1) (apart z)))))
    (vadd (z i) (vadd (vscale (-1) (mean tokens z)) (vscale (eps i) (vscale (-1) (apart z))))))) by
    (apply total_nonneg; intro; apply inner_nonneg).
  rewrite Z0 in P0. rewrite !vadd_opposite, !inner_zero_l in P0.
  rewrite (total_ext tokens _ (fun i => / rho ^ 2 * inner (vadd (z i) (vadd A (vscale (eps i) B)))
    (vadd (z i) (vadd A (vscale (eps i) B))))).
  2: { intro i. rewrite EJ, inner_scale_l, inner_scale_r. field. lra. }
  rewrite total_scale, parts, EA, EB.
  set (E := total tokens (fun i => inner (z i) (z i))) in *.
  replace ((top / rho) ^ 2 * E) with (/ rho ^ 2 * (top ^ 2 * E)) by (field; lra).
  apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat; nra|].
  assert (Short : forall x y : U, vnorm x <= kappa * vnorm y -> inner x x <= top ^ 2 * inner y y).
  { intros x y H. rewrite <- !vnorm_square. assert (Nx := vnorm_nonneg x). assert (Ny := vnorm_nonneg y).
    replace (top ^ 2 * (vnorm y * vnorm y)) with (top * vnorm y * (top * vnorm y)) by ring.
    assert (kappa * vnorm y <= top * vnorm y) by (apply Rmult_le_compat_r; auto). apply Rmult_le_compat; lra. }
  assert (S1 := Short _ _ (Together _ Ma)). assert (S2 := Short _ _ (Apart _ Aa)).
  set (fm := tangent_part a (vadd (mean tokens z) (vscale tau (summed (mean tokens z))))) in *.
  set (fa := tangent_part a (vadd (apart z) (vscale tau (drawn (apart z))))) in *.
  set (x := inner fm fm) in *. set (y := inner fa fa) in *.
  set (u := inner (mean tokens z) (mean tokens z)) in *. set (v := inner (apart z) (apart z)) in *.
  assert (Top : 1 <= top ^ 2) by nra.
  assert (size tokens * x <= size tokens * (top ^ 2 * u)) by (apply Rmult_le_compat_l; lra).
  assert (size tokens * y <= size tokens * (top ^ 2 * v)) by (apply Rmult_le_compat_l; lra).
  assert (1 * (E - size tokens * u - size tokens * v) <= top ^ 2 * (E - size tokens * u - size tokens * v)) by
    (apply Rmult_le_compat_r; lra).
  lra.
Qed.
End Heads.
