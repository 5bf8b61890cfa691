(* The rest of the argument: parallel scores and values are multiples of each other, except where both
   have one line for their range; there two tokens that move one after the other exclude it. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves States Turns.
Open Scope R_scope.

Section Multiples.
Context {X : inner_product_space} {Token : Type} (tokens : list Token) (p : X -> X -> R) (U : X -> X)
  (f : (Token -> X) -> R) (i0 j0 : Token).
Hypothesis ET : enumerates tokens.
Hypothesis Pal : forall x y z, p (vadd x y) z = p x z + p y z.
Hypothesis Psl : forall c x z, p (vscale c x) z = c * p x z.
Hypothesis Par : forall x y z, p z (vadd x y) = p z x + p z y.
Hypothesis Psr : forall c x z, p z (vscale c x) = c * p z x.
Hypothesis Ua : forall x y, U (vadd x y) = vadd (U x) (U y).
Hypothesis Us : forall c x, U (vscale c x) = vscale c (U x).
Let a x y := inner x (U y).
Hypothesis Slope : forall y v : R -> Token -> X, (forall t i, inner (y t i) (y t i) = 1) ->
  (forall t i, is_vderive (fun t => y t i) t (v t i)) -> forall t, is_derive (fun t => f (y t)) t
    (total tokens (fun i => total tokens (fun j => exp (p (y t i) (y t j)) * a (v t i) (y t j)))).
Hypothesis Differ : i0 <> j0.
Hypothesis Two : 2 <= size tokens.
Let Aal x y z : a (vadd x y) z = a x z + a y z := inner_add_l X x y (U z).
Let Asl c x z : a (vscale c x) z = c * a x z := inner_scale_l X c x (U z).
Lemma Aar x y z : a z (vadd x y) = a z x + a z y. Proof. unfold a. rewrite Ua. apply inner_add_r. Qed.
Lemma Asr c x z : a z (vscale c x) = c * a z x. Proof. unfold a. rewrite Us. apply inner_scale_r. Qed.
Lemma direction_of (x : X) : x <> vzero -> inner (vscale (/ vnorm x) x) (vscale (/ vnorm x) x) = 1 /\
  0 < vnorm x /\ x = vscale (vnorm x) (vscale (/ vnorm x) x).
Proof.
  intro N. assert (P : 0 < vnorm x).
  { destruct (vnorm_nonneg x) as [|E]; auto. exfalso. apply N, inner_definite.
    rewrite <- vnorm_square, <- E. ring. }
  split; [|split; [exact P|]].
  - rewrite inner_scale_l, inner_scale_r, <- vnorm_square. field. lra.
  - rewrite vscale_vscale, Rinv_r by lra. symmetry. apply vscale_one.
Qed.
Lemma scaled (x : X) : x <> vzero -> exists u c, inner u u = 1 /\ x = vscale c u.
Proof. intro N. destruct (direction_of x N) as [H [_ E]]. eexists. eexists. split; [exact H | exact E]. Qed.
Lemma zero_or_not (x : X) : x = vzero \/ x <> vzero.
Proof.
  destruct (Req_dec (inner x x) 0) as [E|N]; [left; apply inner_definite; auto|right].
  intro E. apply N. rewrite E. apply inner_zero_l.
Qed.

Lemma parallel x y z : p y x * a z x = p z x * a y x.
Proof.
  assert (Unit : forall x, inner x x = 1 -> forall y z, p y x * a z x = p z x * a y x).
  { clear x y z. intros x Xu y z. apply Rminus_diag_uniq.
    apply (alternating (fun y z => p y x * a z x - p z x * a y x)).
    - intros u v w. rewrite Pal, Aal. ring.
    - intros c u w. rewrite Psl, Asl. ring.
    - intros u v. ring.
    - intros u v Hu Hv O. apply Rminus_diag_eq.
      apply (parallel_pair tokens p U f ET Pal Psl Slope u v Hu Hv O i0 j0 Differ Two x Xu). }
  destruct (zero_or_not x) as [-> | N].
  - rewrite <- (vscale_zero (@vzero X)), !Psr, !Asr. ring.
  - destruct (scaled x N) as [u [c [Hu E]]]. rewrite E, !Psr, !Asr.
  transitivity (c * c * (p y u * a z u)); [ring|].
    rewrite (Unit u Hu y z). ring.
Qed.

(* Both have the line of w for their range. *)
Section OneLine.
Context (w : X) (al rh : X -> R).
Hypothesis W : w <> vzero.
Hypothesis Ala : forall x y, al (vadd x y) = al x + al y.
Hypothesis Als : forall c x, al (vscale c x) = c * al x.
Hypothesis Rha : forall x y, rh (vadd x y) = rh x + rh y.
Hypothesis Rhs : forall c x, rh (vscale c x) = c * rh x.
Hypothesis A1 : forall y s, a y s = al s * inner y w.
Hypothesis P1 : forall y s, p y s = rh s * inner y w.
Hypothesis Some : exists x0, al x0 <> 0.
Let om := vscale (/ vnorm w) w.
Let L := vnorm w.
Let Om : inner om om = 1 := proj1 (direction_of w W).
Let Lpos : 0 < L := proj1 (proj2 (direction_of w W)).
Lemma om_w : inner om w = L.
Proof. unfold om. rewrite inner_scale_l, <- vnorm_square. fold L. field. lra. Qed.
Section Line.
Context (e : X).
Hypothesis Eu : inner e e = 1.
Hypothesis Oe : inner om e = 0.
Let c := circle om e.
Lemma e_w : inner e w = 0.
Proof.
  replace w with (vscale L om); [rewrite inner_scale_r, inner_sym, Oe; ring|].
  symmetry. exact (proj2 (proj2 (direction_of w W))).
Qed.
Lemma c_w s : inner (c s) w = cos s * L.
Proof. unfold c, circle. rewrite inner_add_l, !inner_scale_l, om_w, e_w. ring. Qed.
Lemma c'_w s : inner (circle' om e s) w = - sin s * L.
Proof. unfold circle'. rewrite inner_add_l, !inner_scale_l, om_w, e_w. ring. Qed.
Lemma minus_c s : c (- s) = vadd (vscale (cos s) om) (vscale (- sin s) e).
Proof. unfold c, circle. rewrite cos_neg, sin_neg. reflexivity. Qed.
Let E s x := f (placed i0 j0 (c s) x om).
Lemma even_work s x y : 0 <= s -> inner x x = 1 -> inner y y = 1 ->
  E s x - E (- s) x = E s y - E (- s) y.
Proof.
  intros Hs Xu Yu.
  set (dH := fun s => exp (rh x * (cos s * L)) * (al x * (- sin s * L)) - exp (rh y * (cos s * L)) * (al y
    * (- sin s * L))).
  assert (DH : forall s, is_derive (fun s => E s x - E s y) s (dH s)).
  { intro t. eapply derive_eq.
    - apply (derive_minus (fun s => E s x) (fun s => E s y)).
      + apply (first_moves tokens p U f ET Slope om e Om Eu Oe i0 j0 Differ x om t Xu Om).
      + apply (first_moves tokens p U f ET Slope om e Om Eu Oe i0 j0 Differ y om t Yu Om).
    - cbv beta. change (fun x y => inner x (U y)) with a. fold c.
      change (inner (circle' om e t) (U x)) with (a (circle' om e t) x).
      change (inner (circle' om e t) (U y)) with (a (circle' om e t) y).
      rewrite !A1, !P1, !c_w, !c'_w. unfold dH. ring. }
  set (g := fun s => (E s x - E s y) - (E (- s) x - E (- s) y)).
  assert (Dg : forall s, is_derive g s 0).
  { intro t. eapply derive_eq.
    - apply (derive_minus (fun s => E s x - E s y) (fun s => E (- s) x - E (- s) y)); [apply DH|].
      apply (derive_chain (fun s => E s x - E s y) dH (fun s => - s) t (-1)).
      + apply is_derive_Reals, DH.
      + apply (derive_opp (fun s => s)), derive_id.
    - unfold dH. rewrite cos_neg, sin_neg. ring. }
  assert (G1 := growth g (fun _ => 0) 0 0 s Hs (fun t _ => Dg t) (fun t _ => Rle_refl 0)).
  assert (G2 := growth (fun t => - g t) (fun _ => - 0) 0 0 s Hs (fun t _ => derive_opp g t 0 (Dg t))
    ltac:(intros; lra)).
  assert (Z : g 0 = 0) by (unfold g; rewrite Ropp_0; ring).
  assert (Q : g s = 0) by lra. unfold g in Q. lra.
Qed.
Lemma placed_swap (x b o : X) : placed i0 j0 x b o = placed j0 i0 b x o.
Proof.
  apply functional_extensionality. intro k. unfold placed. apply inner_ext. intro z.
  repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
Qed.
Lemma second_moves s x1 x2 : 0 <= s -> inner x1 x1 = 1 -> inner x2 x2 = 1 -> inner x1 x2 = 0 ->
  exp (rh (c s) * inner x1 w) * (al (c s) * inner x2 w) =
  exp (rh (c (- s)) * inner x1 w) * (al (c (- s)) * inner x2 w).
Proof.
  intros Hs U1 U2 O. assert (Ji : j0 <> i0) by auto.
  assert (Cu : forall s, inner (c s) (c s) = 1) by (intro; apply circle_unit; auto).
  assert (D := first_moves tokens p U f ET Slope x1 x2 U1 U2 O j0 i0 Ji).
  assert (D1 := D (c s) om 0 (Cu s) Om). assert (D2 := D (c (- s)) om 0 (Cu (- s)) Om).
  assert (D3 := derive_minus _ _ _ _ _ D1 D2). cbv beta in D3.
  assert (K : is_derive (fun t => f (placed j0 i0 (circle x1 x2 t) (c s) om) -
    f (placed j0 i0 (circle x1 x2 t) (c (- s)) om)) 0 0).
  { apply (is_derive_ext (fun _ => E s x1 - E (- s) x1)); [|apply derive_const]. intro t.
    rewrite <- !placed_swap. symmetry. apply (even_work s (circle x1 x2 t) x1); auto.
    apply circle_unit; auto. }
  apply is_derive_unique in D3. apply is_derive_unique in K.
  apply (fun E => eq_trans (eq_sym E) K) in D3.
  assert (C0 : circle x1 x2 0 = x1).
  { unfold circle. rewrite cos_0, sin_0. apply inner_ext. intro z. rewrite inner_add_l, !inner_scale_l.
  ring. }
  assert (C1 : circle' x1 x2 0 = x2).
  { unfold circle'. rewrite cos_0, sin_0. apply inner_ext. intro z. rewrite inner_add_l, !inner_scale_l.
  ring. }
  rewrite C0, C1 in D3. change (inner x2 (U (c s))) with (a x2 (c s)) in D3.
  change (inner x2 (U (c (- s)))) with (a x2 (c (- s))) in D3. rewrite !A1, !P1 in D3. lra.
Qed.
Lemma no_al : al e = 0.
Proof.
  assert (PP := PI_RGT_0). assert (H := second_moves (PI / 2) e om ltac:(lra) Eu Om ltac:(rewrite
    inner_sym; exact Oe)).
  rewrite e_w, !Rmult_0_r, exp_0, !Rmult_1_l, om_w, minus_c in H. unfold c, circle in H.
  rewrite !Ala, !Als, sin_PI2, cos_PI2 in H. apply Rmult_eq_reg_r with L; [|lra]. lra.
Qed.
Lemma no_rh : al om <> 0 -> rh e = 0.
Proof.
  intro N. assert (PP := PI_RGT_0). set (s := PI / 4).
  assert (Sp : 0 < sin s) by (apply sin_gt_0; unfold s; lra).
  assert (Cp : 0 < cos s) by (apply cos_gt_0; unfold s; lra).
  assert (Cu : inner (c s) (c s) = 1) by (apply circle_unit; auto).
  assert (H := second_moves s (c s) (circle' om e s) ltac:(unfold s; lra) Cu).
  assert (U2 : inner (circle' om e s) (circle' om e s) = 1).
  { unfold circle'. rewrite inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ e om),
    Om, Eu, Oe.
    assert (Q := sin2_cos2 s). unfold Rsqr in Q. lra. }
  assert (O2 : inner (c s) (circle' om e s) = 0).
  { unfold c, circle, circle'. rewrite inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r,
    (inner_sym _ e om),
      Om, Eu, Oe. ring. }
  specialize (H U2 O2). rewrite c_w, c'_w in H.
  assert (B1 : al (c s) = cos s * al om) by (unfold c, circle; rewrite Ala, !Als, no_al; ring).
  assert (B2 : al (c (- s)) = cos s * al om) by (rewrite minus_c, Ala, !Als, no_al; ring).
  rewrite B1, B2 in H. apply Rmult_eq_reg_r in H.
  2: { repeat apply Rmult_integral_contrapositive_currified; auto; lra. }
  apply exp_equal in H. apply Rmult_eq_reg_r in H.
  2: { apply Rmult_integral_contrapositive_currified; lra. }
  rewrite minus_c in H. unfold c, circle in H. rewrite !Rha, !Rhs in H.
  apply Rmult_eq_reg_l with (sin s); [lra | lra].
Qed.
End Line.
Lemma along_om (h : X -> R) : (forall x y, h (vadd x y) = h x + h y) -> (forall c x, h (vscale c x) = c * h
  x) ->
  (forall e, inner e e = 1 -> inner om e = 0 -> h e = 0) -> forall s, h s = inner om s * h om.
Proof.
  intros Ha Hs He s. set (r := vadd s (vscale (- inner om s) om)).
  assert (O : inner om r = 0) by (unfold r; rewrite inner_add_r, inner_scale_r, Om; ring).
  assert (R0 : h r = 0).
  { destruct (zero_or_not r) as [-> | N]; [rewrite <- (vscale_zero (@vzero X)), Hs; ring|].
    destruct (direction_of r N) as [Hu [_ E]]. rewrite E at 1. rewrite Hs, He; auto; [ring|].
    rewrite inner_scale_r, O. ring. }
  unfold r in R0. rewrite Ha, Hs in R0. lra.
Qed.
Lemma one_line : exists k, forall s, rh s = k * al s.
Proof.
  assert (Al := along_om al Ala Als no_al).
  assert (N : al om <> 0).
  { intro Z. destruct Some as [x0 H]. apply H. rewrite Al, Z. ring. }
  assert (Rh := along_om rh Rha Rhs (fun e Eu Oe => no_rh e Eu Oe N)).
  exists (rh om / al om). intro s. rewrite (Al s), (Rh s). field. exact N.
Qed.
End OneLine.

(* The scores are a multiple of the values, with the factor at any x0 whose value is not 0. *)
Section Factor.
Context (x0 : X).
Let w := U x0.
Hypothesis W : w <> vzero.
Let Wp : inner w w <> 0. Proof. intro E. apply W, inner_definite, E. Qed.
Definition factor := p w x0 / inner w w.
Lemma at_x0 y : p y x0 = factor * a y x0.
Proof.
  assert (H := parallel x0 y w). unfold factor. unfold a at 1 in H. fold w in H.
  apply Rmult_eq_reg_r with (inner w w); [|exact Wp]. rewrite H. field. exact Wp.
Qed.
Let be s := (p w s - factor * a w s) / inner w w.
Lemma rest y s : p y s = factor * a y s + be s * inner y w.
Proof.
  assert (H1 := parallel (vadd x0 s) y w). rewrite !Par, !Aar in H1.
  assert (H2 := parallel s y w). assert (H3 := at_x0 y). assert (H4 := at_x0 w).
  change (a y x0) with (inner y w) in *. change (a w x0) with (inner w w) in *.
  rewrite H3, H4 in H1. unfold be.
  apply Rmult_eq_reg_r with (inner w w); [|exact Wp].
  transitivity (factor * a y s * inner w w + (p w s - factor * a w s) * inner y w); [|field; exact Wp]. lra.
Qed.
Lemma be_add s t : be (vadd s t) = be s + be t.
Proof. unfold be. rewrite Par, Aar. field. exact Wp. Qed.
Lemma be_scale c s : be (vscale c s) = c * be s.
Proof. unfold be. rewrite Psr, Asr. field. exact Wp. Qed.
Let al s := a w s / inner w w.
Lemma value_along s y : be s <> 0 -> a y s = al s * inner y w.
Proof.
  intro N. assert (H := parallel s y w). rewrite (rest y s), (rest w s) in H.
  assert (Q : be s * (inner y w * a w s - inner w w * a y s) = 0) by lra.
  apply Rmult_integral in Q. destruct Q as [Q|Q]; [contradiction|]. unfold al.
  apply Rmult_eq_reg_r with (inner w w); [|exact Wp].
  transitivity (a w s * inner y w); [lra | field; exact Wp].
Qed.
Lemma al_add s t : al (vadd s t) = al s + al t. Proof. unfold al. rewrite Aar. field. exact Wp. Qed.
Lemma al_scale c s : al (vscale c s) = c * al s. Proof. unfold al. rewrite Asr. field. exact Wp. Qed.
Lemma no_rest s1 : be s1 = 0.
Proof.
  destruct (Req_dec (be s1) 0) as [|N]; [auto|exfalso].
  assert (A1 : forall y s, a y s = al s * inner y w).
  { intros y s. destruct (Req_dec (be s) 0) as [Z|Ns]; [|apply value_along; auto].
    assert (H := value_along (vadd s s1) y). rewrite be_add, Z, Rplus_0_l in H. specialize (H N).
    rewrite Aar, al_add, (value_along s1 y N) in H. lra. }
  assert (Al0 : al x0 = 1).
  { unfold al. change (a w x0) with (inner w w). field. exact Wp. }
  destruct (one_line w al (fun s => factor * al s + be s) W al_add al_scale) as [k K].
  - intros s t. rewrite al_add, be_add. ring.
  - intros c s. rewrite al_scale, be_scale. ring.
  - exact A1.
  - intros y s. rewrite rest, A1. ring.
  - exists x0. rewrite Al0. lra.
  - assert (B0 : be x0 = 0).
    { unfold be. rewrite at_x0. field. exact Wp. }
    assert (K0 := K x0). assert (K1 := K s1). rewrite Al0, B0 in K0. assert (k = factor) by lra. subst k.
    apply N. lra.
Qed.
Theorem scores_are_multiples y s : p y s = factor * a y s.
Proof. rewrite rest, no_rest. ring. Qed.
End Factor.

(* Then the values are symmetric: all tokens turn together. *)
Section Symmetry.
Context (k : R).
Hypothesis Multiple : forall y s, p y s = k * a y s.
Lemma values_symmetric y z : a y z = a z y.
Proof.
  apply Rminus_diag_uniq. apply (alternating (fun y z => a y z - a z y)).
  - intros u v x. rewrite Aal, Aar. ring.
  - intros c u x. rewrite Asl, Asr. ring.
  - intros u v. ring.
  - clear y z. intros y z Y Z O. set (c := circle y z). set (c' := circle' y z).
    set (s := a y z - a z y). set (q := fun t => a (c t) (c t)).
    assert (Skew : forall t, a (c' t) (c t) - a (c t) (c' t) = - s).
    { intro t. unfold c, c', circle, circle'. rewrite !Aal, !Asl, !Aar, !Asr. assert (H := sin2_cos2 t).
      unfold Rsqr in H. unfold s.
      transitivity ((sin t * sin t + cos t * cos t) * (a z y - a y z)); [ring | rewrite H; ring]. }
    assert (Dq : forall t, is_derive q t (a (c' t) (c t) + a (c t) (c' t))).
    { intro t. set (al := a y y). set (be := a y z + a z y). set (ga := a z z).
      apply (is_derive_ext (fun t => cos t * cos t * al + (cos t * sin t * be + sin t * sin t * ga))).
      - intro x. change (cos x * cos x * al + (cos x * sin x * be + sin x * sin x * ga) = a (c x) (c x)).
        unfold c, circle. rewrite !Aal, !Asl, !Aar, !Asr. unfold al, be, ga. ring.
      - assert (Dc : is_derive cos t (1 * - sin t)) by apply (derive_cos (fun t => t)), derive_id.
        assert (Ds : is_derive sin t (1 * cos t)) by apply (derive_sin (fun t => t)), derive_id.
        eapply derive_eq.
        + apply (derive_plus (fun t => cos t * cos t * al) (fun t => cos t * sin t * be + sin t * sin t *
          ga)).
          * apply (derive_mult (fun t => cos t * cos t) (fun _ => al)); [|apply derive_const].
            apply (derive_mult cos cos); exact Dc.
          * apply (derive_plus (fun t => cos t * sin t * be) (fun t => sin t * sin t * ga)).
            -- apply (derive_mult (fun t => cos t * sin t) (fun _ => be)); [|apply derive_const].
               apply (derive_mult cos sin); [exact Dc | exact Ds].
            -- apply (derive_mult (fun t => sin t * sin t) (fun _ => ga)); [|apply derive_const].
               apply (derive_mult sin sin); exact Ds.
        + unfold c, c', circle, circle'. rewrite !Aal, !Asl, !Aar, !Asr. unfold al, be, ga. ring. }
    set (n := size tokens).
    assert (Prim : exists F : R -> R, (forall t, is_derive (fun t => F (q t)) t
      ((a (c' t) (c t) + a (c t) (c' t)) * exp (k * q t)))).
    { destruct (Req_dec k 0) as [Zk|Nk].
      - exists (fun x => x). intro t. eapply derive_eq; [apply Dq|]. rewrite Zk, Rmult_0_l, exp_0. ring.
      - exists (fun x => / k * exp (k * x)). intro t. eapply derive_eq.
        + apply (derive_mult (fun _ => / k) (fun t => exp (k * q t))); [apply derive_const|].
          apply (derive_exp (fun t => k * q t)). apply (derive_mult (fun _ => k) q); [apply derive_const |
            apply Dq].
        + field. exact Nk. }
    destruct Prim as [F DF].
    set (G := fun t => - s * (2 * (/ (n * n) * f (fun _ => c t)) - F (q t))).
    assert (DG : forall t, is_derive G t (s * s * exp (k * q t))).
    { intro t. eapply derive_eq.
      - apply (derive_mult (fun _ => - s) (fun t => 2 * (/ (n * n) * f (fun _ => c t)) - F (q t)));
          [apply derive_const|].
        apply (derive_minus (fun t => 2 * (/ (n * n) * f (fun _ => c t))) (fun t => F (q t))); [|apply DF].
        apply (derive_mult (fun _ => 2) (fun t => / (n * n) * f (fun _ => c t))); [apply derive_const|].
        apply (derive_mult (fun _ => / (n * n)) (fun t => f (fun _ => c t))); [apply derive_const|].
        apply (together tokens p U f Slope y z Y Z O t).
      - cbv beta. fold c c'. change (inner (c' t) (U (c t))) with (a (c' t) (c t)). rewrite Multiple.
        change (a (c t) (c t)) with (q t). assert (Sk := Skew t). fold n.
        replace (a (c' t) (c t)) with (a (c t) (c' t) - s) by lra. field. unfold n. lra. }
    assert (Closed : G (2 * PI) = G 0).
    { unfold G, q, c. rewrite circle_closed. reflexivity. }
    assert (PP := PI_RGT_0).
    assert (H := full_turn G _ _ DG (fun t => Rmult_le_pos _ _ (Rle_0_sqr s) (Rlt_le _ _ (exp_pos _)))
      Closed 0
      ltac:(lra)).
    cbv beta in H. apply Rmult_integral in H. destruct H as [H|H].
    + apply Rmult_integral in H. destruct H; auto.
    + exfalso. assert (E := exp_pos (k * q 0)). lra.
Qed.
End Symmetry.
End Multiples.
